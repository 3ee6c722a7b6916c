export const siteModes = ['flash', 'voice', 'mix', 'inbound'] as const
export type SiteMode = (typeof siteModes)[number]
