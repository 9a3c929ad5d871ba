// Pure decisions about models: names from engines, which tags can be asked, and responses.
import { cutText, type Model, type ModelTag, type OptionName, type ProblemCode } from '@polylogue/contract'
import type { EngineModel } from '#engines/engine.ts'
import { Problem } from '#problem.ts'

/** Maximum number of models stored per engine; more indicates a bug or an attack. */
const MAX_MODELS = 2_000
const LONGEST_NAME = 200
/** Maximum value of the context length's column. */
const LARGEST_CONTEXT = 2_147_483_647

/** A model of an engine in its stored form: names with limited length and without control characters. */
export interface OfferedTag {
  readonly family: string
  readonly name: string
  readonly engineName: string
  readonly isLocal: boolean
  readonly sizeBytes: number | null
  readonly memoryBytes: number | null
  readonly contextLength: number | null
  readonly capabilities: readonly string[]
}

/** Returns an engine's models in their stored form. Skips duplicates and names that cannot be sent back unchanged. */
export function offeredTags(engineModels: readonly EngineModel[]): OfferedTag[] {
  const offered = new Map<string, OfferedTag>()
  for (const model of engineModels.slice(0, MAX_MODELS)) {
    const family = shown(model.family)
    const name = shown(model.tag)
    const place = `${family}\n${name}`
    const isSendable =
      model.name.length <= 2 * LONGEST_NAME && model.name !== '' && !/\p{C}/u.test(model.name)
    if (!family || !name || !isSendable || offered.has(place)) continue
    offered.set(place, {
      family,
      name,
      engineName: model.name,
      isLocal: model.local,
      sizeBytes: whole(model.sizeBytes, Number.MAX_SAFE_INTEGER),
      // Some engines report that a model is in memory, but not how much it uses.
      memoryBytes: whole(model.memoryBytes, Number.MAX_SAFE_INTEGER) ?? (model.loaded ? 0 : null),
      contextLength: whole(model.contextLength, LARGEST_CONTEXT),
      capabilities: Object.entries(model.capabilities)
        .filter(([, has]) => has)
        .map(([capability]) => capability),
    })
  }
  return [...offered.values()]
}

/** Removes control, invisible and unassigned characters, which can make one name look like another. */
function shown(name: string): string {
  return cutText(name.replace(/\p{C}/gu, '').trim(), LONGEST_NAME)
}

function whole(value: number | undefined, most: number): number | null {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= most ? value : null
}

/** The facts that decide whether a tag can be asked. */
export interface TagState {
  readonly fullName: string
  readonly deployed: boolean
  readonly present: boolean
  readonly state: number
  readonly capabilities: readonly string[]
}

/**
 * Accepts only deployed tags of active models that generate text (MODEL-2).
 * @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE (missing at the engine, or deactivated).
 */
export function requireAskable<Tag extends TagState>(tag: Tag | undefined): Tag {
  if (!tag) throw new Problem('NOT_FOUND', { thing: 'model' })
  if (!tag.deployed) throw new Problem('MODEL_NOT_DEPLOYED', { model: tag.fullName })
  const speaks = tag.capabilities.length === 0 || tag.capabilities.includes('chat')
  if (!tag.present || tag.state !== 1 || !speaks)
    throw new Problem('MODEL_UNAVAILABLE', { model: tag.fullName })
  return tag
}

/** Returns a tag that can make vectors. @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE */
export function requireEmbedding<Tag extends TagState>(tag: Tag | undefined): Tag {
  if (!tag) throw new Problem('NOT_FOUND', { thing: 'model' })
  if (!tag.deployed) throw new Problem('MODEL_NOT_DEPLOYED', { model: tag.fullName })
  // A model without reported capabilities is tried.
  const embeds = tag.capabilities.length === 0 || tag.capabilities.includes('embeddings')
  if (!tag.present || tag.state !== 1 || !embeds)
    throw new Problem('MODEL_UNAVAILABLE', { model: tag.fullName })
  return tag
}

export interface TagFacts {
  readonly id: number
  readonly modelId: number
  readonly name: string
  readonly deployed: boolean
  readonly present: boolean
  readonly defaultTag: boolean
  readonly type: number
  readonly isLocal: boolean
  readonly sizeBytes: number | null
  readonly memoryBytes: number | null
  readonly contextLength: number | null
  readonly capabilities: readonly string[]
  readonly setContextLength: number | null
  readonly setImages: boolean | null
  readonly setTools: boolean | null
  readonly modified: Date
}

export interface FamilyFacts {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly shortDescription: string
  readonly longDescription: string
  readonly type: number
  readonly state: number
  readonly created: Date
  readonly modified: Date
  readonly providerId: number
  readonly providerTypeId: number
  readonly providerName: string
  readonly providerIsLocal: boolean
}

/** Maps a family with its tags to the response. It is local only if all its tags are. */
export function toModelResponse(
  family: FamilyFacts,
  tags: readonly TagFacts[],
  facts: { options: readonly OptionName[]; streams: boolean; canContinue: boolean },
): Model {
  const tagResponses = tags.map((tag) => toTagResponse(family, tag, facts.options))
  const standard = tags.find((tag) => tag.defaultTag) ?? tags.find((tag) => isServed(tag)) ?? tags[0]
  return {
    id: family.id,
    uuId: family.uuid,
    name: family.name,
    fullName: family.name,
    providerId: family.providerTypeId,
    provider: family.providerName,
    isLocal: family.providerIsLocal && tags.every((tag) => tag.isLocal),
    streams: facts.streams,
    canContinue: facts.canContinue,
    shortDescription: family.shortDescription,
    longDescription: family.longDescription,
    type: tags.length === 0 ? family.type : Number(tags.some(seesImages)),
    state: family.state,
    modelTagDeployed: tags.some(isServed),
    defaultModelTagId: standard?.id ?? null,
    tags: tagResponses,
    created: family.created.toISOString(),
    modified: family.modified.toISOString(),
  }
}

/** `type` of families and tags: 1 is multimodal. */
function seesImages({ capabilities }: Pick<TagFacts, 'capabilities'>): boolean {
  return capabilities.includes('images')
}

/** Whether a tag is deployed and present: a tag that vanished at its engine does not count as deployed. */
function isServed(tag: TagFacts): boolean {
  return tag.deployed && tag.present
}

function toTagResponse(family: FamilyFacts, tag: TagFacts, options: readonly OptionName[]): ModelTag {
  return {
    id: tag.id,
    name: tag.name,
    fullName: `${family.name}:${tag.name}`,
    modelId: tag.modelId,
    deployed: isServed(tag),
    defaultTag: tag.defaultTag,
    type: Number(seesImages(tag)),
    size: tag.sizeBytes,
    contextLength: tag.contextLength,
    capabilities: [...tag.capabilities],
    set: { contextLength: tag.setContextLength, images: tag.setImages, tools: tag.setTools },
    supportedOptions: [...options],
    memory: tag.memoryBytes,
    lastUpdateAsString: tag.modified.toISOString(),
  }
}

/** The id of the model that always exists (MODEL-3). */
export const GUIDE = 1

/** @throws Problem PERMISSION_DENIED for Guide, the fallback for all other models; it cannot be changed. */
export function requireNotGuide(modelId: number): void {
  if (modelId !== GUIDE) return
  const sentence = 'Guide stays: it answers when no other model can.'
  throw new Problem('PERMISSION_DENIED', {}, { sentence })
}

/**
 * Returns the order of models with some moved to the front, without duplicates.
 * @throws Problem NOT_FOUND for an unknown one.
 */
export function orderOf(before: readonly number[], wished: readonly number[]): number[] {
  const known = new Set(before)
  if (wished.some((id) => !known.has(id))) throw new Problem('NOT_FOUND', { thing: 'model' })
  return [...new Set([...wished, ...before])]
}

/**
 * Parses a model's name into family and tag as an engine of that kind lists it: for Ollama and the embedded engine
 * `llama3.2:3b` is llama3.2, 3b, elsewhere the name is the family (MODEL-4). A registry's port (`host:5000/name`) is not a
 * tag.
 * @throws Problem VALIDATION_FAILED for a name that cannot be sent to an engine.
 */
export function wishedTag(
  name: string,
  providerKind: string,
): Pick<OfferedTag, 'family' | 'name' | 'engineName'> {
  if (/[\p{C}\p{Zl}\p{Zp}\s]/u.test(name)) refuseName('must not contain spaces or control characters')
  const hasTags = providerKind === 'ollama' || providerKind === 'embedded'
  const colon = hasTags ? name.lastIndexOf(':') : -1
  const hasTag = colon > name.lastIndexOf('/') && colon < name.length - 1
  const family = hasTag ? name.slice(0, colon) : name.replace(/:$/, '')
  const tag = hasTag ? name.slice(colon + 1) : 'latest'
  if (family === '' || family.length > LONGEST_NAME || tag.length > LONGEST_NAME)
    refuseName(`must have a family and a tag of at most ${LONGEST_NAME} characters each`)
  return { family, name: tag, engineName: hasTags ? `${family}:${tag}` : name }
}

function refuseName(message: string): never {
  const issues = [{ path: 'name', message }]
  throw new Problem('VALIDATION_FAILED', { issues: `name: ${message}` }, { issues })
}

/** Transient failures: the server is starting, or is overloaded. */
const PASSING: readonly ProblemCode[] = [
  'ENGINE_UNREACHABLE',
  'ENGINE_TIMEOUT',
  'ENGINE_BUSY',
  'ENGINE_RATE_LIMITED',
]

/** Whether a failed provider is polled every few seconds. A rejected key needs a user's action (decision 58). */
export function mayAnswerSoon(code: ProblemCode): boolean {
  return PASSING.includes(code)
}

const SOON_MS = 3_000
const PATIENT_MS = 20_000
const SOON_FOR_MS = 5 * 60_000

/** Returns the poll interval in milliseconds, depending on how long a provider has been awaited. */
export function awaitedEvery(forMs: number): number {
  return forMs < SOON_FOR_MS ? SOON_MS : PATIENT_MS
}
