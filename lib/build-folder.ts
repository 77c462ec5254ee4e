/** Where what is built lies, from the repository's root: `npm start` names another folder where `.build` cannot be written. */
export const buildFolder = process.env.BUILD_FOLDER ?? '.build';
