/**
 * The app is one browser session: what is played in it, and in the frames of its wall, counts as one [U1]. No browser can
 * have this token: theirs are random.
 */
export const APP_SESSION = "the app";
