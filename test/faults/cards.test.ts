// Here in one process, because they share a service.
import './cards/aligned.ts';
import './cards/ordered.ts';
import './cards/voided.ts';
