// Generates a model file of 1 MB. Its network is a bigram model of a given text: each word leads to the next, so greedy
// decoding must give exactly that text, sampling gives variations of it, and embeddings are bags of words.
import { writeFileSync } from 'node:fs'
import { ggufBytes, type Entry, type Tensor } from './gguf-bytes.ts'

/** Default text of a tiny model. */
export const TINY_TEXT = [
  'Hello! I am a very small test model, and every word that I say was decided in advance.',
  'A lighthouse keeper named Orla lived on a narrow island with two goats, one radio and no clock.',
  'Each morning she climbed ninety steps, cleaned the great lamp and wrote down what kind of weather had come in overnight.',
  'When fog rolled over the water, ships would call to her by radio and she answered them patiently until all were safe.',
  'That is everything I know. Ask me again whenever you like.',
].join(' ')

export interface TinyModel {
  readonly text?: string
  /** The text repeats for ever. */
  readonly endless?: boolean
  /** Every word has only one successor, so sampling gives the text too. */
  readonly certain?: boolean
  /** Produces embeddings instead of answers. */
  readonly embeddings?: boolean
  readonly contextLength?: number
  /** Default 4; with 0 llama.cpp ends its process. */
  readonly heads?: number
  readonly template?: string
  /** Size of the feed-forward layer, default 64. It has no effect on the output but takes time. */
  readonly feed?: number
  /** Every text is tokenised as if it began with a space, as many tokenizers do. */
  readonly spacePrefix?: boolean
}

const WIDTH = 256
const LAYERS = 2
const HEADS = 4
const KV_HEADS = 2
/** The direction that all words outside the text share. */
const ANY = WIDTH - 1

const TEMPLATE =
  "{{ bos_token }}{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}</s>{% endfor %}" +
  '{% if add_generation_prompt %}<|assistant|>{% endif %}'

/** The chat template of a model that thinks before it answers. */
export const THINKING_TEMPLATE = `${TEMPLATE}{% if false %}<think></think>{% endif %}`

/** Writes the file; the same options give the same bytes. */
export function writeTinyGguf(path: string, wished: TinyModel = {}): void {
  const words = vocabulary(wished.text ?? TINY_TEXT)
  writeFileSync(path, ggufBytes(entriesOf(words, wished), tensorsOf(words, wished)))
}

interface Vocabulary {
  readonly tokens: string[]
  readonly types: number[]
  readonly bos: number
  readonly eos: number
  readonly assistant: number
  /** The words of the text, in order. */
  readonly path: number[]
}

/** SentencePiece-like vocabulary: every byte, every printable character, and the prefixes of each word of the text. */
function vocabulary(text: string): Vocabulary {
  const [tokens, types, ids]: [string[], number[], Map<string, number>] = [[], [], new Map()]
  const add = (token: string, type: number): number => {
    const known = ids.get(token)
    if (known !== undefined) return known
    ids.set(token, tokens.length)
    tokens.push(token)
    return types.push(type) - 1
  }
  add('<unk>', 2)
  const [bos, eos] = [add('<s>', 3), add('</s>', 3)]
  for (let byte = 0; byte < 256; byte++) add(`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, 6)
  const [, assistant = 0] = ['user', 'assistant', 'system'].map((role) => add(`<|${role}|>`, 3))
  for (let code = 33; code < 127; code++) add(String.fromCharCode(code), 1)
  add('\u2581', 1)
  const path = piecesOf(text).map((piece) => {
    for (let length = 2; length <= piece.length && !isSign(piece); length++)
      if (!piece.slice(1, length).includes('\u2581')) add(piece.slice(0, length), 1)
    return add(piece, isSign(piece) ? 3 : 1)
  })
  return { tokens, types, bos, eos, assistant, path }
}

/** Words with their leading space. A repeated word is joined with its successor, so that every step has one successor. */
function piecesOf(text: string): string[] {
  const words = text.split(' ')
  const pieces = new Set<string>()
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    let piece = index && !isSign(word) ? `\u2581${word}` : word
    while (pieces.has(piece) && index + 1 < words.length) piece += `\u2581${words[++index]}`
    pieces.add(piece)
  }
  return [...pieces]
}

/** Whether the word delimits thinking; each delimiter is one token. */
function isSign(word: string): boolean {
  return word === '<think>' || word === '</think>'
}

/** Returns a generator of reproducible numbers from -1 to 1 (mulberry32). */
function randomness(): () => number {
  let seed = 42
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2_147_483_648 - 1
  }
}

/** Returns an entry of a Hadamard matrix: its rows are exactly orthogonal, so no word is mistaken for another. */
function hadamard(row: number, column: number): 1 | -1 {
  let bits = row & column
  let odd = false
  for (; bits; bits &= bits - 1) odd = !odd
  return odd ? -1 : 1
}

function tensorsOf(words: Vocabulary, wished: TinyModel): Tensor[] {
  const { feed = 64 } = wished
  const random = randomness()
  const noise = (length: number) => Float32Array.from({ length }, () => random() * 0.05)
  const matrix = (name: string, dims: number[], data: Float32Array): Tensor => ({
    name,
    dims,
    data,
    half: true,
  })
  const ones = (name: string): Tensor => {
    return { name, dims: [WIDTH], data: new Float32Array(WIDTH).fill(1), half: false }
  }
  const size = [WIDTH, words.tokens.length]
  const kv = (WIDTH / HEADS) * KV_HEADS
  const tensors = [
    matrix('token_embd.weight', size, embeddingsOf(words, random)),
    ones('output_norm.weight'),
    matrix('output.weight', size, outputOf(words, wished)),
  ]
  for (let layer = 0; layer < LAYERS; layer++) {
    const name = (part: string) => `blk.${layer}.${part}.weight`
    tensors.push(
      ones(name('attn_norm')),
      ones(name('ffn_norm')),
      matrix(name('attn_q'), [WIDTH, WIDTH], noise(WIDTH * WIDTH)),
      matrix(name('attn_k'), [WIDTH, kv], noise(WIDTH * kv)),
      matrix(name('attn_v'), [WIDTH, kv], noise(WIDTH * kv)),
      // The layer outputs zero: only the last word decides.
      matrix(name('attn_output'), [WIDTH, WIDTH], new Float32Array(WIDTH * WIDTH)),
      matrix(name('ffn_gate'), [WIDTH, feed], noise(WIDTH * feed)),
      matrix(name('ffn_up'), [WIDTH, feed], noise(WIDTH * feed)),
      matrix(name('ffn_down'), [feed, WIDTH], new Float32Array(WIDTH * feed)),
    )
  }
  return tensors
}

/** Returns the rows of the words that have a successor. */
function rowsOf({ path, assistant, bos }: Vocabulary): Map<number, number> {
  const rows = new Map([...path, assistant, bos].map((token, index) => [token, index + 1]))
  if (rows.size > WIDTH - 2) throw new Error('The text of a tiny model is too long')
  return rows
}

function embeddingsOf(words: Vocabulary, random: () => number): Float32Array {
  const rows = rowsOf(words)
  const all = new Float32Array(words.tokens.length * WIDTH)
  for (let token = 0; token < words.tokens.length; token++) {
    const row = rows.get(token)
    for (let column = 0; column < WIDTH; column++)
      all[token * WIDTH + column] =
        row === undefined ? 0.3 * hadamard(ANY, column) + Math.sign(random()) * 0.954 : hadamard(row, column)
  }
  return all
}

function outputOf(words: Vocabulary, { endless = false, certain = false }: TinyModel): Float32Array {
  const { path, eos, assistant, bos } = words
  const rows = rowsOf(words)
  const all = new Float32Array(words.tokens.length * WIDTH)
  const link = (row: number, to: number, logit: number) => {
    for (let column = 0; column < WIDTH; column++) {
      const at = to * WIDTH + column
      all[at] = (all[at] ?? 0) + (hadamard(row, column) * logit) / WIDTH
    }
  }
  const first = path[0] ?? eos
  for (const start of [assistant, bos]) link(rows.get(start) ?? 0, first, 20)
  link(ANY, first, 60)
  for (const [index, token] of path.entries()) {
    const row = rows.get(token) ?? 0
    const next = path[index + 1]
    link(row, next ?? (endless ? first : eos), 20)
    // A less likely successor, for sampling.
    if (next !== undefined && !certain) link(row, path[(index * 7 + 3) % path.length] ?? eos, 18)
  }
  return all
}

function entriesOf({ tokens, types, bos, eos }: Vocabulary, wished: TinyModel): Entry[] {
  // Longer pieces are merged first.
  const scores = tokens.map((token, index) =>
    types[index] === 1 ? -(1_000 - token.length * 10) - index / 10_000 : 0,
  )
  return [
    ['general.architecture', 'str', 'llama'],
    ['general.name', 'str', 'Tiny'],
    ['general.file_type', 'u32', 1],
    ['general.license', 'str', 'apache-2.0'],
    ['general.alignment', 'u32', 32],
    ['llama.context_length', 'u32', wished.contextLength ?? 4_096],
    ['llama.embedding_length', 'u32', WIDTH],
    ['llama.block_count', 'u32', LAYERS],
    ['llama.feed_forward_length', 'u32', wished.feed ?? 64],
    ['llama.attention.head_count', 'u32', wished.heads ?? HEADS],
    ['llama.attention.head_count_kv', 'u32', KV_HEADS],
    ['llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5],
    ['llama.rope.dimension_count', 'u32', WIDTH / HEADS],
    ['llama.vocab_size', 'u32', tokens.length],
    ...(wished.embeddings ? [['llama.pooling_type', 'u32', 1] as const] : []),
    ['tokenizer.ggml.model', 'str', 'llama'],
    ['tokenizer.ggml.tokens', 'strings', tokens],
    ['tokenizer.ggml.scores', 'floats', scores],
    ['tokenizer.ggml.token_type', 'ints', types],
    ['tokenizer.ggml.bos_token_id', 'u32', bos],
    ['tokenizer.ggml.eos_token_id', 'u32', eos],
    ['tokenizer.ggml.unknown_token_id', 'u32', 0],
    ['tokenizer.ggml.add_bos_token', 'bool', true],
    ['tokenizer.ggml.add_space_prefix', 'bool', wished.spacePrefix ?? false],
    ...(wished.embeddings ? [] : [['tokenizer.chat_template', 'str', wished.template ?? TEMPLATE] as const]),
  ]
}
