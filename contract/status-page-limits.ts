/** Of the public status page. A file of their own: the first page of the console does not load them. */
export const STATUS_PAGE_MAX = { platforms: 100, title: 80 } as const;
