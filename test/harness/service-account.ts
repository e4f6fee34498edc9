/** The account of a service in the tests. */
export const EMAIL = "author@example.test";
export const PASSWORD = "correct horse battery";
