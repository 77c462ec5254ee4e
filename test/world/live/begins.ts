// Loaded before the World, which then is live.

process.env.WORLD_ENVIRONMENT = 'live';
