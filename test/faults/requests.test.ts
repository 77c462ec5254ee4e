// Here in one process, because they share a service.
import './requests/administration.ts';
import './requests/exactly-once.ts';
import './requests/mix.ts';
import './requests/outages.ts';
