// Replays: earlier and saved prompts asked with another model, in a new tab (REPLAY-1).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, Id, Name, text } from './envelope.ts'
import { PROMPT_LIMIT, REPLAY_LIMITS } from './limits.ts'
import { list } from './list.ts'
import { Tab } from './projects.ts'
import { routes } from './routes.ts'

/** A replay asks prompts in order: earlier ones of a tab, then saved ones. */
export const Replay = z.object({
  tabId: z.number().int(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Total number of prompts, and how many are finished (also with an error). */
  total: z.number().int(),
  done: z.number().int(),
  /** Of these, prompts that were not sent, because their messages are confidential and the model is not local. */
  leftOut: z.number().int(),
  /** The message that is being answered; null before the first and after the last. */
  queryId: z.number().int().nullable(),
  /** Why it stopped before its last prompt. */
  errorCode: z.string().nullable(),
  /** The caller's permissions; cancelling another user's replay needs admin access. */
  can: z.object({ cancel: z.boolean() }),
})
export type Replay = z.infer<typeof Replay>

const ByTab = z.object({ id: Id })

/** A saved prompt, filled in by the caller. */
const FilledPrompt = z.object({
  promptId: BodyId,
  prompt: text(PROMPT_LIMIT).refine((value) => value.trim() !== '', 'must not be empty'),
})

export const replays = {
  create: call(routes.replays.create, {
    summary:
      'Ask earlier prompts of a tab and saved prompts, one after the other, of another model in a new tab of the same project; ten at a time. At least one of the two lists has a prompt',
    permission: 'can_use_chat',
    licensed: true,
    status: 201,
    bodySchema: z
      .object({
        tabId: BodyId,
        modelTagId: BodyId,
        /** Ids of messages of that tab, in the order in which they are asked. */
        promptIds: list(BodyId, REPLAY_LIMITS.messages).default([]),
        /** Asked after the messages. Needs can_use_prompts; one that the caller cannot read any more is skipped. */
        savedPrompts: list(FilledPrompt, REPLAY_LIMITS.savedPrompts).default([]),
        tabName: Name,
        language: z.string().max(10).nullish(),
      })
      .refine(({ promptIds, savedPrompts }) => promptIds.length + savedPrompts.length > 0, {
        path: ['promptIds'],
        message: 'must not be empty without saved prompts',
      }),
    data: z.object({ projecttab: Tab, replay: Replay }),
    problems: [
      'NOT_FOUND',
      'PERMISSION_DENIED',
      'MODEL_NOT_DEPLOYED',
      'CONFIDENTIAL_TURN',
      'TOO_MANY_STREAMS',
      'LICENSE_EXPIRED',
    ],
  }),
  get: call(routes.replays.get, {
    summary: 'How far the replay into a tab is; null when nothing was replayed into it',
    params: ByTab,
    data: z.object({ replay: Replay.nullable() }),
    problems: ['NOT_FOUND'],
  }),
  cancel: call(routes.replays.cancel, {
    summary: 'End the replay into a tab: its running answer is stopped, the prompts left are not asked',
    params: ByTab,
    data: z.object({ replay: Replay }),
    problems: ['NOT_FOUND', 'NONE_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
