/** The largest message received or sent; a UDP datagram cannot be larger anyway. */
export const maxMessageBytes = 65_536

/** Header lines in one message, after unfolding. RFC 4475's longest message has 44. */
export const maxHeaders = 128

/** The most continuation lines of one header; a longer fold is answered 400. */
export const maxFoldedLines = 32

/** The most values of one comma-separated header; more make the header malformed. */
export const maxListedValues = 64
