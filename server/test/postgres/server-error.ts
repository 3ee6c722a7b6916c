import pg from 'pg'

/** An error as the server sends it. */
export const serverError = (code: string, message: string): Error =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
