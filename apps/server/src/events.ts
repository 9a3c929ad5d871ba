// The vocabulary of the system: everything that one part tells the others. Ids only (a notification holds 8,000 bytes);
// who hears an event reads what it needs. What must not be lost is a job in the same transaction instead.

export type SystemEvent =
  | { type: 'session.ended'; sessionId: string }
  | { type: 'user.changed'; userId: number }
  | { type: 'project.changed'; projectId: number }
  | { type: 'project.deleted'; projectId: number; tabIds: number[] }
  | { type: 'tab.changed'; tabId: number; projectId: number }
  | { type: 'tab.deleted'; tabId: number; projectId: number }
  | { type: 'access.changed'; contextId: number }
  | { type: 'answer.grew'; server: string; messageIds: number[] }
  | { type: 'answer.stopped'; messageId: number }

export type SystemEventType = SystemEvent['type']
export type SystemEventOf<Type extends SystemEventType> = Extract<SystemEvent, { type: Type }>
