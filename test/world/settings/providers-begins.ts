// Loaded before the World, which then has the settings of `assembly-providers`.

process.env.WORLD_ASSEMBLY = 'assembly-providers';
