// Limits and choices of share links.

/** Who may open a share link: signed-in people of the sharer's side, or anybody where `httpShareEnabled` allows it. */
export const SHARE_AUDIENCES = ['people', 'anybody'] as const
export type ShareAudience = (typeof SHARE_AUDIENCES)[number]

/** Maximum share links of a person, and files that a link shows; days after its end when an expired link is deleted. */
export const SHARE_LIMITS = { links: 1_000, files: 500, keptDays: 30 } as const
