// Here in one process, because they share a service.
import './cards/reconciled.ts';
import './cards/ordered.ts';
import './cards/canceled.ts';
