// Pure decisions about models: names that engines tell, what may be asked, and how it is told.
import { cutText, type Model, type ModelTag, type OptionName, type ProblemCode } from '@polylogue/contract'
import type { EngineModel } from '../../engines/engine.ts'
import { Problem } from '../../problem.ts'

/** How many models of one engine are taken: more is a fault or an attack. */
const MOST_MODELS = 2_000
const LONGEST_NAME = 200
/** The largest number that the column of a context length holds. */
const LARGEST_CONTEXT = 2_147_483_647

/** A model as it is stored of an engine's: names bounded and free of control characters. */
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

/**
 * What an engine offers, made fit to be stored: a model whose name at the engine cannot be sent back to it to the letter is
 * left out, and so is one that would take another's place.
 */
export function offeredTags(engineModels: readonly EngineModel[]): OfferedTag[] {
  const offered = new Map<string, OfferedTag>()
  for (const model of engineModels.slice(0, MOST_MODELS)) {
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
      // Some engines tell that a model is in memory, and not what it takes there.
      memoryBytes: whole(model.memoryBytes, Number.MAX_SAFE_INTEGER) ?? (model.loaded ? 0 : null),
      contextLength: whole(model.contextLength, LARGEST_CONTEXT),
      capabilities: Object.entries(model.capabilities)
        .filter(([, has]) => has)
        .map(([capability]) => capability),
    })
  }
  return [...offered.values()]
}

/** Control, invisible and unassigned characters can make one name look like another: they go. */
function shown(name: string): string {
  return cutText(name.replace(/\p{C}/gu, '').trim(), LONGEST_NAME)
}

function whole(value: number | undefined, most: number): number | null {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= most ? value : null
}

/** What decides whether a tag may be asked. */
export interface TagState {
  readonly fullName: string
  readonly deployed: boolean
  readonly present: boolean
  readonly state: number
  readonly capabilities: readonly string[]
}

/**
 * Only deployed tags of active models can be asked (reading 7), and only those that answer in words.
 * @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE (the engine no longer has it, or it is deactivated).
 */
export function requireAskable<Tag extends TagState>(tag: Tag | undefined): Tag {
  if (!tag) throw new Problem('NOT_FOUND', { thing: 'model' })
  if (!tag.deployed) throw new Problem('MODEL_NOT_DEPLOYED', { model: tag.fullName })
  const speaks = tag.capabilities.length === 0 || tag.capabilities.includes('chat')
  if (!tag.present || tag.state !== 1 || !speaks)
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

/** A family with its tags as it is told. It counts as local only when every tag of it is. */
export function toldModel(
  family: FamilyFacts,
  tags: readonly TagFacts[],
  told: { options: readonly OptionName[]; streams: boolean; canContinue: boolean },
): Model {
  const toldTags = tags.map((tag) => toldTag(family, tag, told.options))
  const standard = tags.find((tag) => tag.defaultTag) ?? tags.find((tag) => isServed(tag)) ?? tags[0]
  return {
    id: family.id,
    uuId: family.uuid,
    name: family.name,
    fullName: family.name,
    providerId: family.providerTypeId,
    provider: family.providerName,
    isLocal: family.providerIsLocal && tags.every((tag) => tag.isLocal),
    streams: told.streams,
    canContinue: told.canContinue,
    shortDescription: family.shortDescription,
    longDescription: family.longDescription,
    type: tags.length === 0 ? family.type : Number(tags.some(seesImages)),
    state: family.state,
    modelTagDeployed: tags.some(isServed),
    defaultModelTagId: standard?.id ?? null,
    tags: toldTags,
    created: family.created.toISOString(),
    modified: family.modified.toISOString(),
  }
}

/** `type` of families and tags: 1 is multimodal. */
function seesImages({ capabilities }: Pick<TagFacts, 'capabilities'>): boolean {
  return capabilities.includes('images')
}

/** Deployed, and there: a tag that vanished at its engine does not count as deployed. */
function isServed(tag: TagFacts): boolean {
  return tag.deployed && tag.present
}

function toldTag(family: FamilyFacts, tag: TagFacts, options: readonly OptionName[]): ModelTag {
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

/** The id of the model that is always there (reading 7). */
export const GUIDE = 1

/** @throws Problem PERMISSION_DENIED for Guide: it answers when nothing else can, and nothing is done with it. */
export function requireNotGuide(modelId: number): void {
  if (modelId !== GUIDE) return
  const sentence = 'Guide stays: it answers when no other model can.'
  throw new Problem('PERMISSION_DENIED', {}, { sentence })
}

/** The order of models after some were put first; each once. @throws Problem NOT_FOUND for one that is not there. */
export function orderOf(before: readonly number[], wished: readonly number[]): number[] {
  const known = new Set(before)
  if (wished.some((id) => !known.has(id))) throw new Problem('NOT_FOUND', { thing: 'model' })
  return [...new Set([...wished, ...before])]
}

/**
 * A model's family and tag by its name, as an engine of that kind tells them when it has it: Ollama's `llama3.2:3b` and the
 * embedded engine's are llama3.2, 3b, elsewhere the name is the family (reading 7). A registry's port (`host:5000/name`) is no tag.
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

/** Failures that pass without anybody doing anything: the server is being started, or has too much to do. */
const PASSING: readonly ProblemCode[] = [
  'ENGINE_UNREACHABLE',
  'ENGINE_TIMEOUT',
  'ENGINE_BUSY',
  'ENGINE_RATE_LIMITED',
]

/** Whether a provider that failed so is worth asking every few seconds. A refused key waits for a person (decision 58). */
export function mayAnswerSoon(code: ProblemCode): boolean {
  return PASSING.includes(code)
}

const SOON_MS = 3_000
const PATIENT_MS = 20_000
const SOON_FOR_MS = 5 * 60_000

/** Milliseconds until a provider that has been awaited for so long is asked again. */
export function awaitedEvery(forMs: number): number {
  return forMs < SOON_FOR_MS ? SOON_MS : PATIENT_MS
}
