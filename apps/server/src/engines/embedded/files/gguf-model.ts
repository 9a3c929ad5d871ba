// Interprets a GGUF header and decides whether llama.cpp may load the file: some values pass its own checks and then end
// the whole process.
import { architectureOf, type Architecture } from './architectures.ts'
import { GgufError, type ByteSource } from './gguf-bytes.ts'
import { readHeader, type GgufHeader, type MetaValue } from './gguf-header.ts'

export interface GgufModel {
  readonly architecture: string
  /** Context length it was trained for, in tokens. */
  readonly contextLength: number
  /** Whether it produces embeddings instead of answers. */
  readonly embeddings: boolean
  readonly thinking: boolean
  readonly tools: boolean
  /** Bytes of keys and values per token of context, in 16 bits each. */
  readonly bytesPerToken: number
}

const MAX_CONTEXT = 16_777_216
const MAX_LAYERS = 1_024
const MAX_HEADS = 4_096
const MAX_WIDTH = 1_048_576
/** Pooling types (llama.cpp's llama_pooling_type). */
const POOLING = { none: 0, last: 3, rank: 4 }

/**
 * Reads a file's header and checks it.
 * @throws GgufError with a reason for users; the reason of `signal`
 */
export async function readModel(source: ByteSource, signal?: AbortSignal): Promise<GgufModel> {
  const header = await readHeader(source, signal)
  const name = textOf(header, 'general.architecture') ?? ''
  const architecture = architectureOf(name)
  if (!architecture) throw new GgufError(`is of a kind that is not supported (“${shown(name)}”)`)
  if ((numberOf(header, 'split.count') ?? 1) > 1)
    throw new GgufError('is one part of a model that was split: join the parts into one file')
  const value = (key: string) => header.meta.get(`${name}.${key}`)
  const contextLength = whole(value('context_length'), MAX_CONTEXT, 'context length')
  const layers = whole(value('block_count'), MAX_LAYERS, 'number of layers')
  const width = whole(value('embedding_length'), MAX_WIDTH, 'width')
  if (lengthOf(header.meta.get('tokenizer.ggml.tokens')) === 0) throw new GgufError('has no vocabulary')
  const perToken = architecture.attention ? attentionBytes(value, { layers, width }) : 0
  const template = textOf(header, 'tokenizer.chat_template') ?? ''
  return {
    architecture: name,
    contextLength,
    embeddings: embeds(architecture, value('pooling_type'), template),
    thinking: /<think>|enable_thinking|reasoning_content/.test(template),
    tools: /\btools\b/.test(template),
    bytesPerToken: architecture.encoder ? 0 : perToken,
  }
}

/** Chat models can declare a pooling type too: a model with a chat template answers. */
function embeds({ encoder }: Architecture, pooling: MetaValue | undefined, template: string): boolean {
  if (pooling === POOLING.rank) throw new GgufError('ranks texts, which is not supported')
  if (encoder || pooling === POOLING.last) return true
  return typeof pooling === 'number' && pooling !== POOLING.none && template === ''
}

/** Checks the attention heads (zero heads end llama.cpp's process) and returns the bytes per token of context. */
function attentionBytes(
  value: (key: string) => MetaValue | undefined,
  { layers, width }: { layers: number; width: number },
): number {
  const heads = headsOf(value('attention.head_count'), layers)
  const keyHeads = headsOf(value('attention.head_count_kv') ?? heads, layers)
  const most = Math.max(...heads)
  const named = value('attention.key_length')
  if (named === undefined && width % most !== 0)
    throw new GgufError('has a number of attention heads that does not divide its width')
  const keySize = named === undefined ? width / most : whole(named, MAX_WIDTH, 'size of its heads')
  const valueSize = whole(value('attention.value_length') ?? keySize, MAX_WIDTH, 'size of its heads')
  let perToken = 0
  for (let layer = 0; layer < layers; layer++) {
    const [queries = 0, keys = 0] = [inLayer(heads, layer), inLayer(keyHeads, layer)]
    if (keys > 0 && queries % keys !== 0)
      throw new GgufError('has a number of attention heads that its key heads do not divide')
    perToken += keys * (keySize + valueSize) * 2
  }
  return perToken
}

function inLayer(heads: readonly number[], layer: number): number | undefined {
  return heads.length === 1 ? heads[0] : heads[layer]
}

/** Returns one number for all layers or one per layer; layers without attention have none. */
function headsOf(value: MetaValue | undefined, layers: number): readonly number[] {
  const heads = typeof value === 'number' ? [value] : Array.isArray(value) ? (value as readonly number[]) : []
  const fits = heads.every((count) => Number.isInteger(count) && count >= 0 && count <= MAX_HEADS)
  if (!fits || (heads.length !== 1 && heads.length !== layers) || Math.max(...heads) < 1)
    throw new GgufError('has an impossible number of attention heads')
  return heads
}

function whole(value: MetaValue | undefined, most: number, what: string): number {
  if (value === undefined) throw new GgufError(`does not tell its ${what}`)
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
    throw new GgufError(`has an impossible ${what}`)
  return value
}

function textOf({ meta }: GgufHeader, key: string): string | undefined {
  const value = meta.get(key)
  return typeof value === 'string' ? value : undefined
}

function numberOf({ meta }: GgufHeader, key: string): number | undefined {
  const value = meta.get(key)
  return typeof value === 'number' ? value : undefined
}

function lengthOf(value: MetaValue | undefined): number {
  return typeof value === 'object' ? value.length : 0
}

function shown(name: string): string {
  return name.replace(/[^\w.-]/g, '').slice(0, 40)
}
