// Loaded before the World, whose functions then read the variable that a template gives each of them by the setting `catalogue`.

process.env.CATALOGUE = 'united_states';
