/** @returns the number in a path; 0, which no row has, for what is no number */
export const rowIdOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);
