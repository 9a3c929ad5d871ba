// Embeddings in the format of OpenAI's API.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LongReply } from '#http/v1.ts'
import { fieldsOf, nameOf, refusal } from '../requests/index.ts'

const MAX_TEXTS = 2_048

export interface EmbeddingsRequest {
  readonly model: string
  readonly texts: readonly string[]
  readonly base64: boolean
  /** Expected length of the vectors. */
  readonly dimensions: number | undefined
}

/** Reads the body of POST /v1/embeddings. @throws Problem VALIDATION_FAILED */
export function readEmbeddings(value: unknown): EmbeddingsRequest {
  const body = fieldsOf(value ?? {}, 'body')
  const { encoding_format: format, dimensions } = body
  if (format !== undefined && format !== null && format !== 'float' && format !== 'base64')
    throw refusal('encoding_format', 'encoding_format must be float or base64.')
  if (dimensions !== undefined && dimensions !== null && !Number.isInteger(dimensions))
    throw refusal('dimensions', 'dimensions must be a whole number.')
  return {
    model: nameOf(body['model'], 'model'),
    texts: textsOf(body['input']),
    base64: format === 'base64',
    dimensions: typeof dimensions === 'number' ? dimensions : undefined,
  }
}

function textsOf(input: unknown): string[] {
  const list: unknown[] = Array.isArray(input) ? input : [input]
  if (list.length === 0 || list.length > MAX_TEXTS)
    throw refusal('input', `input must have 1 to ${MAX_TEXTS} texts.`)
  return list.map((text, index) => {
    if (typeof text === 'string' && text !== '') return text.toWellFormed()
    const isTokens = typeof text === 'number' || Array.isArray(text)
    throw refusal(
      Array.isArray(input) ? `input[${index}]` : 'input',
      isTokens ? 'Tokens are not read. Send texts.' : 'Each text must be a text that is not empty.',
    )
  })
}

/** Numbers that are written in one turn of the loop, in a few milliseconds: about 160 kB of text. */
const NUMBERS_PER_STEP = 8_192
/** Up to so many, the reply is written in one turn: at most 1 MB of text. */
const NUMBERS_AT_ONCE = 50_000

/**
 * Returns the reply as JSON text, or a larger one in pieces, which are written while it is sent (decision 138).
 * @throws Problem VALIDATION_FAILED when the vectors have another length than requested
 */
export function embeddingsReply(
  { texts, base64, dimensions }: EmbeddingsRequest,
  model: string,
  vectors: readonly Float32Array[],
): string | LongReply {
  const length = vectors[0]?.length ?? 0
  if (dimensions !== undefined && dimensions !== length)
    throw refusal(
      'dimensions',
      `${model} makes vectors of ${length} numbers and no others. Leave dimensions out.`,
    )
  const usage = { prompt_tokens: guessedTokens(texts), total_tokens: guessedTokens(texts) }
  const end = `],"model":${JSON.stringify(model)},"usage":${JSON.stringify(usage)}}`
  const encode = base64 ? base64Of : (vector: Float32Array) => Array.from(vector)
  const steps = stepsOf(vectors, Math.max(1, Math.floor(NUMBERS_PER_STEP / Math.max(1, length))), encode)
  if (vectors.length * length <= NUMBERS_AT_ONCE) return `${BEGIN}${[...steps].join('')}${end}`
  return { pieces: piecesOf(steps, end) }
}

const BEGIN = '{"object":"list","data":['

/** Yields the items of the list as JSON, some vectors at a time. */
function* stepsOf(
  vectors: readonly Float32Array[],
  perStep: number,
  encode: (vector: Float32Array) => string | number[],
): Generator<string> {
  for (let at = 0; at < vectors.length; at += perStep) {
    const items = vectors
      .slice(at, at + perStep)
      .map((vector, index) => ({ object: 'embedding', index: at + index, embedding: encode(vector) }))
    yield `${at > 0 ? ',' : ''}${JSON.stringify(items).slice(1, -1)}`
  }
}

async function* piecesOf(steps: Iterable<string>, end: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BEGIN)
  for (const step of steps) {
    yield Buffer.from(step, 'latin1')
    await nextTurn()
  }
  yield Buffer.from(end)
}

/** Little-endian, like every machine this runs on. */
function base64Of({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

/** Estimates the tokens at four characters each, because engines do not report them. */
function guessedTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
}
