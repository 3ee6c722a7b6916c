/** A setting cannot be used; the message names it and says what is expected. */
export class SettingError extends Error {}
