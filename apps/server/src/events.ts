// The vocabulary of the system: everything that one part tells the others. Ids only (a notification holds 8,000 bytes);
// who hears an event reads what it needs. What must not be lost is a job in the same transaction instead.

export type SystemEvent =
  | { type: 'session.ended'; sessionId: string }
  | { type: 'user.changed'; userId: number }
  /** Of an item of any noun: `project`, `prompt` … */
  | { type: 'item.changed'; noun: string; id: number }
  /** In several events when there is much of it. `partIds`: what it held, a project's tabs; `contextIds`: with whom it was shared. */
  | {
      type: 'item.deleted'
      noun: string
      id: number
      partIds: number[]
      ownerContextId: number
      contextIds: number[]
    }
  | { type: 'tab.changed'; tabId: number; projectId: number }
  | { type: 'tab.deleted'; tabId: number; projectId: number }
  /**
   * Of an item, `contextIds` are those it was shared with before; not all of them, when they are very many. Of a group, those
   * who came, went or may do something else in it, in parts when there are many; what they may read elsewhere has changed.
   */
  | { type: 'access.changed'; contextId: number; ownerContextId: number; contextIds: number[] }
  /** Visits to projects, `[visit, the person's context, project]`: those that go on, and those that ended; 80 in all at most. */
  | { type: 'presence.told'; reading: VisitIds[]; ended: VisitIds[] }
  | { type: 'message.asked'; messageId: number; tabId: number; projectId: number }
  | { type: 'message.ended'; messageId: number; tabId: number; projectId: number }
  /** It was rated or deleted, alone or with its other versions. */
  | { type: 'message.changed'; messageId: number; tabId: number; projectId: number }
  | { type: 'answer.grew'; server: string; messageIds: number[] }
  | { type: 'answer.stopped'; messageId: number }
  /** Models, tags or providers are different: which there are, their order, what is deployed. */
  | { type: 'models.changed'; modelId: number | null }
  /** A deployment is further; several times a second while something is fetched. */
  | { type: 'deployment.changed'; modelId: number; modelTagId: number }
  /** Providers were connected, changed or disconnected: each process connects anew. */
  | { type: 'providers.changed' }

type VisitIds = readonly [id: string, person: number, projectId: number]

/** How many ids of a kind one event carries. */
export const IDS_PER_EVENT = 300

export type SystemEventType = SystemEvent['type']
export type SystemEventOf<Type extends SystemEventType> = Extract<SystemEvent, { type: Type }>
