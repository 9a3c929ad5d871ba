// Golden sets: prompts with checks, run against models to compare their answers (decision 71).
import { z } from 'zod'
import { AssocContext, ItemChange, ItemContext } from './access.ts'
import { call } from './call.ts'
import { BodyId, Id, IdOrNone, Name, Nothing, Time, text } from './envelope.ts'
import { Check, filled, fitsExpressions } from './golden-checks.ts'
import { GOLDEN_ANSWER_STATES, GOLDEN_LIMITS, GOLDEN_RUN_STATES, UNCLEAR_CODES } from './golden-limits.ts'
import { list } from './list.ts'
import { SourceSchema } from './queries.ts'
import { routes } from './routes.ts'

/** A prompt of a set: a saved one with its placeholders filled in, or a text of its own (promptId 0). */
export const GoldenPrompt = z.object({
  promptId: IdOrNone.default(0),
  title: Name,
  prompt: filled(GOLDEN_LIMITS.prompt),
  checks: list(Check, GOLDEN_LIMITS.checks).default([]),
})
export type GoldenPrompt = z.infer<typeof GoldenPrompt>

/** The results of one tag in a run. */
export const Scorecard = z.object({
  modelTagId: z.number().int(),
  modelName: z.string(),
  modelTagName: z.string(),
  /** Prompts of the run; how many are finished, how many of these without an answer, and how many passed every check. */
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  passed: z.number().int(),
  /** `unclear`: a judge that could not be asked or gave no verdict, or a check that took too long. */
  checks: z.object({ passed: z.number().int(), failed: z.number().int(), unclear: z.number().int() }),
  /** Tokens of all answers; means of tokens per second, and of milliseconds from the prompt to the end; null: unknown. */
  tokens: z.number().int().nullable(),
  tokensPerSecond: z.number().nullable(),
  milliseconds: z.number().nullable(),
  /** Blind votes against the other tags of the run. */
  votes: z.object({ won: z.number().int(), lost: z.number().int(), tied: z.number().int() }),
})
export type Scorecard = z.infer<typeof Scorecard>

export const GoldenRun = z.object({
  id: z.number().int(),
  goldensetId: z.number().int(),
  state: z.enum(GOLDEN_RUN_STATES),
  /** Why it ended before its last prompt. */
  errorCode: z.string().nullable(),
  /** Who started it; null when the account was deleted. */
  userId: z.number().int().nullable(),
  created: Time,
  ended: Time.nullable(),
  /** Number of answers of all tags, and how many are finished. */
  total: z.number().int(),
  done: z.number().int(),
  scorecards: z.array(Scorecard),
  /** The caller's permissions. `retry`: it ended with answers that are missing. */
  can: z.object({ cancel: z.boolean(), retry: z.boolean() }),
})
export type GoldenRun = z.infer<typeof GoldenRun>

const Entry = z.object({
  id: z.number().int(),
  uuId: z.string(),
  name: z.string(),
  description: z.string(),
  promptCount: z.number().int(),
  ownerId: z.number().int(),
  assocContexts: z.array(AssocContext),
  context: ItemContext,
  created: Time,
  modified: Time,
  /** The newest run that the caller may see; null when there is none. */
  newestRun: z.object({ id: z.number().int(), state: z.enum(GOLDEN_RUN_STATES), created: Time }).nullable(),
})
/** A golden set as lists show it. */
export type GoldenSetEntry = z.infer<typeof Entry>

export const GoldenSet = Entry.extend({ prompts: z.array(GoldenPrompt) })
export type GoldenSet = z.infer<typeof GoldenSet>

/** Whether a check passed; null is unclear, and `code` says why. `reason` is the judge's, or a detail. */
export const Outcome = z.object({
  passed: z.boolean().nullable(),
  code: z.enum(UNCLEAR_CODES).nullable(),
  reason: z.string(),
})
export type Outcome = z.infer<typeof Outcome>

export const GoldenAnswer = z.object({
  modelTagId: z.number().int(),
  state: z.enum(GOLDEN_ANSWER_STATES),
  responseText: z.string(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  sources: z.array(SourceSchema),
  numTokPrompt: z.number().int().nullable(),
  numTokResponse: z.number().int().nullable(),
  tokenPerSeconds: z.number().nullable(),
  /** Milliseconds from the prompt to the end. */
  overallResponseTime: z.number().nullable(),
  /** In the order of the prompt's checks; empty until the answer is checked. */
  outcomes: z.array(Outcome),
})
export type GoldenAnswer = z.infer<typeof GoldenAnswer>

/** A prompt of a run, as it was when the run began, with the answers of its tags. */
export const GoldenResult = GoldenPrompt.extend({
  /** Counts from 0. */
  position: z.number().int(),
  answers: z.array(GoldenAnswer),
})
export type GoldenResult = z.infer<typeof GoldenResult>

/** Two answers to the same prompt, in a random order. */
export const BlindPair = z.object({
  voteId: z.number().int(),
  title: z.string(),
  prompt: z.string(),
  first: z.string(),
  second: z.string(),
  /** Pairs that the caller has not voted on, this one included. */
  left: z.number().int(),
})
export type BlindPair = z.infer<typeof BlindPair>

const Change = ItemChange.extend({
  name: Name.optional(),
  description: text(GOLDEN_LIMITS.description).optional(),
  prompts: list(GoldenPrompt, GOLDEN_LIMITS.prompts)
    .refine(
      fitsExpressions,
      `has more than ${GOLDEN_LIMITS.expressions.toLocaleString('en')} characters of patterns and JSON Schemas; use fewer or shorter ones, or split the set`,
    )
    .optional(),
})

const ById = z.object({ id: Id })
const ByRun = z.object({ id: Id, runId: Id })
const permission = 'can_use_prompts'

export const goldensets = {
  list: call(routes.goldensets.list, {
    summary: 'The golden sets one may read, the last changed first; `q` is part of the name or description',
    permission,
    large: 'page',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(100),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      q: z.string().trim().max(500).optional(),
    }),
    data: z.object({ GoldenSets: z.array(Entry) }),
    /** Number of all sets that match. */
    meta: z.object({ total: z.number().int() }),
  }),
  get: call(routes.goldensets.get, {
    summary: 'A golden set with its prompts and their checks',
    large: 'page',
    permission,
    params: ById,
    data: z.object({ GoldenSet }),
    problems: ['NOT_FOUND'],
  }),
  create: call(routes.goldensets.create, {
    summary: 'Create a golden set',
    large: 'page',
    permission,
    status: 201,
    bodySchema: Change.extend({ name: Name }),
    data: z.object({ GoldenSet }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'SERVER_BUSY', 'TOO_MANY_GOLDENSETS'],
  }),
  update: call(routes.goldensets.update, {
    summary:
      'Change a golden set; its shares need admin access. Runs keep the prompts that they were started with',
    large: 'page',
    permission,
    params: ById,
    bodySchema: Change,
    data: z.object({ GoldenSet }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT', 'SERVER_BUSY'],
  }),
  remove: call(routes.goldensets.remove, {
    summary: 'Delete a golden set with its runs; needs admin access',
    permission,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  scorecards: call(routes.goldensets.scorecards, {
    summary:
      'For each golden set one may read, the newest scorecard of a model tag; null where no run that one may see reached its end',
    permission,
    query: z.object({ modelTagId: Id }),
    data: z.object({
      GoldenScorecards: z.array(
        z.object({
          goldensetId: z.number().int(),
          name: z.string(),
          promptCount: z.number().int(),
          run: z.object({ id: z.number().int(), created: Time, scorecard: Scorecard }).nullable(),
          can: z.object({ run: z.boolean() }),
        }),
      ),
    }),
  }),
  runs: call(routes.goldensets.runs, {
    summary:
      'The runs of a golden set with the scorecard of each tag, the newest first; without admin access to the set only one’s own and those that began while it was shared with one',
    permission,
    params: ById,
    data: z.object({ GoldenRuns: z.array(GoldenRun) }),
    /** Whether the set has runs that the caller may not see. */
    meta: z.object({ hidden: z.boolean() }),
    problems: ['NOT_FOUND'],
  }),
  begin: call(routes.goldensets.begin, {
    summary:
      'Ask the prompts of a golden set of one or more model tags and check the answers; needs write access. Users who may deploy models can name tags that are on their model server and not deployed',
    permission,
    licensed: true,
    status: 201,
    params: ById,
    bodySchema: z.object({
      modelTagIds: list(BodyId, GOLDEN_LIMITS.tags)
        .min(1)
        .refine((ids) => new Set(ids).size === ids.length, 'must differ from each other'),
      language: z.string().max(10).nullish(),
    }),
    data: z.object({ GoldenRun }),
    problems: [
      'NOT_FOUND',
      'NONE_FOUND',
      'PERMISSION_DENIED',
      'MODEL_NOT_DEPLOYED',
      'MODEL_UNAVAILABLE',
      'TOO_MANY_STREAMS',
      'LICENSE_EXPIRED',
    ],
  }),
  run: call(routes.goldensets.run, {
    summary: 'A run of a golden set',
    permission,
    params: ByRun,
    data: z.object({ GoldenRun }),
    problems: ['NOT_FOUND'],
  }),
  results: call(routes.goldensets.results, {
    summary:
      'The prompts of a run in their order, each with its checks and the answers of all tags; a page of long answers has fewer prompts than `limit`, at least one',
    large: 'page',
    permission,
    params: ByRun,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(50).default(20),
      offset: z.coerce.number().int().min(0).max(GOLDEN_LIMITS.prompts).default(0),
    }),
    data: z.object({ GoldenResults: z.array(GoldenResult) }),
    meta: z.object({ total: z.number().int() }),
    problems: ['NOT_FOUND'],
  }),
  cancel: call(routes.goldensets.cancel, {
    summary: 'Cancel a run: the answers being written stop, nothing more is asked, finished answers stay',
    permission,
    params: ByRun,
    data: z.object({ GoldenRun }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  retry: call(routes.goldensets.retry, {
    summary: 'Ask the prompts again whose answers failed, were interrupted or cancelled; the others stay',
    permission,
    licensed: true,
    params: ByRun,
    data: z.object({ GoldenRun }),
    problems: ['NOT_FOUND', 'NONE_FOUND', 'PERMISSION_DENIED', 'TOO_MANY_STREAMS', 'LICENSE_EXPIRED'],
  }),
  pair: call(routes.goldensets.pair, {
    summary:
      'Draw two answers to the same prompt for a blind vote, without their models and in a random order; null when one has voted on all',
    permission,
    params: ByRun,
    data: z.object({ BlindPair: BlindPair.nullable() }),
    problems: ['NOT_FOUND'],
  }),
  vote: call(routes.goldensets.vote, {
    summary: 'Vote on a pair that one has drawn; the response names the models',
    permission,
    params: ByRun.extend({ voteId: Id }),
    bodySchema: z.object({ choice: z.enum(['first', 'second', 'tie']) }),
    data: z.object({ firstModelTagId: z.number().int(), secondModelTagId: z.number().int() }),
    problems: ['NOT_FOUND'],
  }),
} as const
