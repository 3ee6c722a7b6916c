/** Where the pages of operators are. */
export const consolePath = '/console'
export const isInConsole = (path: string) => `${path}/`.startsWith(`${consolePath}/`)
