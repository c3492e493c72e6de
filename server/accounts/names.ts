/** Control and format characters: two names that differ in them look the same. */
export const INVISIBLE = /\p{C}/u;
