export const PLACE = 'data worker';
