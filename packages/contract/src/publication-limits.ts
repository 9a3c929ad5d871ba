// Limits of requests to publish items.

/** The maximum length of a reason. */
export const REASON_LENGTH = 2_000
