export const rowIdOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);
