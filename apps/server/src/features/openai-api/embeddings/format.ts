// Embeddings in the format of OpenAI's API.
import { wireUsage } from '../replies/index.ts'
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

/** Returns the reply as JSON text. @throws Problem VALIDATION_FAILED when the vectors have another length than requested. */
export function embeddingsReply(
  { texts, base64, dimensions }: EmbeddingsRequest,
  model: string,
  vectors: readonly Float32Array[],
): string {
  const length = vectors[0]?.length ?? 0
  if (dimensions !== undefined && dimensions !== length)
    throw refusal(
      'dimensions',
      `${model} makes vectors of ${length} numbers and no others. Leave dimensions out.`,
    )
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: base64 ? base64Of(vector) : Array.from(vector),
  }))
  const { prompt_tokens, total_tokens } = wireUsage({
    promptTokens: guessedTokens(texts),
    responseTokens: null,
  })
  return JSON.stringify({ object: 'list', data, model, usage: { prompt_tokens, total_tokens } })
}

/** Little-endian, like every machine this runs on. */
function base64Of({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

/** Estimates the tokens at four characters each, because engines do not report them. */
function guessedTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
}
