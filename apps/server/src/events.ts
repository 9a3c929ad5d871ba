// All events of the system. They carry ids only (a notification holds 8,000 bytes); subscribers read what they need. Use a
// job in the same transaction for what must not be lost.

export type SystemEvent =
  | { type: 'session.ended'; sessionId: string }
  | { type: 'user.changed'; userId: number }
  /** An item of any noun: `project`, `prompt` … */
  | { type: 'item.changed'; noun: string; id: number }
  /**
   * Split into several events when there are many ids. `partIds`: a project's tabs; `contextIds`: whom it was shared with.
   */
  | {
      type: 'item.deleted'
      noun: string
      id: number
      partIds: number[]
      ownerContextId: number
      contextIds: number[]
    }
  /** Something of an item changed for one person, by their own context: they archived it, for example. */
  | { type: 'own.changed'; person: number; noun: string; id: number }
  /** A person changed a setting; by their own context. */
  | { type: 'settings.changed'; person: number }
  | { type: 'tab.changed'; tabId: number; projectId: number }
  | { type: 'tab.deleted'; tabId: number; projectId: number }
  /**
   * For an item, `contextIds` are the contexts it was shared with before (not all, if there are very many). For a group, the
   * members who were added, removed or changed, in several events if many; their access elsewhere has changed.
   */
  | { type: 'access.changed'; contextId: number; ownerContextId: number; contextIds: number[] }
  /** A request to publish an item to a group; `asker` is their own context. */
  | {
      type: 'publication.changed'
      what: 'requested' | 'approved' | 'declined' | 'withdrawn'
      id: number
      contextId: number
      groupContextId: number
      asker: number
    }
  /** Visits to projects as `[visit, the person's context, project]`: running and ended ones, at most 80 in total. */
  | { type: 'presence.announced'; reading: VisitIds[]; ended: VisitIds[] }
  | { type: 'message.asked'; messageId: number; tabId: number; projectId: number }
  | { type: 'message.ended'; messageId: number; tabId: number; projectId: number }
  /** The message was rated, or deleted alone or with its other versions. */
  | { type: 'message.changed'; messageId: number; tabId: number; projectId: number }
  /** A question was asked from a saved prompt, rated or deleted: the prompt's figures changed. */
  | { type: 'prompt.used'; promptId: number }
  | { type: 'answer.grew'; server: string; messageIds: number[] }
  | { type: 'answer.stopped'; messageId: number }
  /** A run of a golden set was cancelled. */
  | { type: 'goldenrun.ended'; runId: number }
  /** A prompt idea was created, changed or deleted. */
  | { type: 'ideas.changed' }
  /** The list, order or deployment of models, tags or providers changed. */
  | { type: 'models.changed'; modelId: number | null }
  /** A deployment made progress; several times a second during a download. */
  | { type: 'deployment.changed'; modelId: number; modelTagId: number }
  /** The super user changed a value of the configuration. */
  | { type: 'configuration.changed' }
  /** Another embedding model was chosen, or none. */
  | { type: 'vectors.changed' }
  /** Share links of a person were made, changed, ended or opened; the owner by their own context. */
  | { type: 'shares.changed'; ownerContextId: number }
  /** The visitor of a chatbot stopped the answers of their session. */
  | { type: 'chatbot.stopped'; sessionId: number }
  /** Something was stored that people are to be told of (platform/notices). */
  | { type: 'notices.stored' }
  /** The stored notifications of people, by their contexts, changed; in several events if they are many. */
  | { type: 'notifications.changed'; people: number[] }
  /** An administrator’s announcement changed for those whom it reaches, or only in the list of those who manage them. */
  | { type: 'announcements.changed'; forAll: boolean }
  /** A person took back what they had allowed a plugin: what runs for it ends. */
  | { type: 'plugin.revoked'; userId: number; pluginId: string }
  /** Providers were connected, changed or disconnected: each process reconnects. */
  | { type: 'providers.changed' }

type VisitIds = readonly [id: string, person: number, projectId: number]

/** The maximum number of ids of one kind per event. */
export const IDS_PER_EVENT = 300

export type SystemEventType = SystemEvent['type']
export type SystemEventOf<Type extends SystemEventType> = Extract<SystemEvent, { type: Type }>
