// Kinds of stored notifications. The setting `notificationsOff` names those that a person turned off (NOTIFY-3).
export const NOTIFICATION_KINDS = [
  'shared',
  'accessChanged',
  'accessEnded',
  'handedOver',
  'groupJoined',
  'groupLeft',
  'approvalAsked',
  'approved',
  'declined',
  'answerEnded',
  'replayEnded',
  'goldenRunEnded',
  'importEnded',
  'datasourceFailed',
  'datasourceRefreshed',
  'modelDeployed',
  'modelFailed',
  'unansweredAsked',
  'unansweredSolved',
  'chatbotUnanswered',
  'newDevice',
  'announcement',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Ends of long work of one's own, told unless one saw them; those of imports are told by the page that runs them. */
export const SEEN_ENDS = [
  'answerEnded',
  'replayEnded',
  'goldenRunEnded',
] as const satisfies NotificationKind[]
export type SeenEnd = (typeof SEEN_ENDS)[number]

/** A person's limits: entries that are kept, and entries of one page of the list. */
export const NOTIFICATION_LIMITS = { kept: 1_000, page: 100 } as const
