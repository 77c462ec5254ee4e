// The first import of a file of the World: from here on its process has a time, a network and
// servers of its own.
import './builtins.ts';
import './network.ts';
import './servers.ts';
