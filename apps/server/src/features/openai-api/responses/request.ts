// Reads the body of POST /v1/responses. Requests are stateless: fields that need a stored response are refused, as are other
// unsupported fields that would change the answer. Ignores fields that are safe to ignore (user, store, service_tier …).
import type { ResponseFormat, Tool } from '#engines/engine.ts'
import { jsonSize } from '#platform/json-size.ts'
import {
  readOptions,
  readPenalties,
  isSet,
  refuseUnsupported,
  fieldsOf,
  flagOf,
  isFields,
  nameOf,
  refusal,
  readResponseFormat,
  readTools,
  readToolChoice,
  type AnswerRequest,
  type Unsupported,
  type Fields,
} from '../requests/index.ts'
import { readInput } from './input-items.ts'

export interface ResponseRequest extends AnswerRequest {
  /** Request fields that the response repeats, under their names there. */
  readonly echo: Fields
}

/** @throws Problem VALIDATION_FAILED with the field that is invalid or unsupported. */
export function readResponse(value: unknown, maxPictureBytes: number): ResponseRequest {
  const body = fieldsOf(value ?? {}, 'body')
  refuseUnsupported(body, UNSUPPORTED)
  checkHarmless(body)
  const tools = readTools(body['tools'], 'flat')
  const toolChoice = readToolChoice(body['tool_choice'], tools, 'flat')
  const text = body['text'] == null ? {} : fieldsOf(body['text'], 'text')
  const responseFormat = readResponseFormat(text['format'], 'text.format', 'flat')
  const parallel = flagOf(body['parallel_tool_calls'], 'parallel_tool_calls') ?? true
  const instructions = textIn(body, 'instructions')
  const stream = flagOf(body['stream'], 'stream') ?? false
  const echo = {
    instructions: instructions ?? null,
    max_output_tokens: body['max_output_tokens'] ?? null,
    metadata: readMetadata(body['metadata']),
    parallel_tool_calls: parallel,
    temperature: body['temperature'] ?? null,
    text: { format: wireFormat(responseFormat) },
    tool_choice: isFields(toolChoice) ? { type: 'function', ...toolChoice } : (toolChoice ?? 'auto'),
    tools: (tools ?? []).map(wireTool),
    top_p: body['top_p'] ?? null,
    user: shortIn(body, 'user') ?? null,
    safety_identifier: shortIn(body, 'safety_identifier') ?? null,
    prompt_cache_key: shortIn(body, 'prompt_cache_key') ?? null,
  }
  if (stream) checkRepeated(echo)
  return {
    model: nameOf(body['model'], 'model'),
    messages: readInput(body['input'], instructions, maxPictureBytes),
    options: readOptions(body, ['max_output_tokens']),
    penalties: readPenalties(body),
    tools,
    toolChoice,
    responseFormat,
    parallel,
    stream,
    fields: { conversation: 'input', format: 'text.format' },
    echo,
  }
}

/** Maximum characters of the fields that the first and the last events of a stream repeat: those of a body without files. */
const MAX_REPEATED = 1_000_000

/** @throws Problem VALIDATION_FAILED when a stream would be several times as large as what was asked. */
function checkRepeated({ instructions, ...others }: Fields): void {
  if (jsonSize(others) + jsonSize(instructions) <= MAX_REPEATED) return
  throw refusal(
    jsonSize(instructions) > jsonSize(others) ? 'instructions' : 'tools',
    `A stream repeats instructions, tools and text.format: together they may have up to ${MAX_REPEATED} characters. Send long texts in input, or set stream to false.`,
  )
}

const KEPT_ELSEWHERE =
  'Nothing is kept here that could be gone on from. Send the whole conversation in input.'

const UNSUPPORTED: readonly Unsupported[] = [
  ['previous_response_id', isSet, KEPT_ELSEWHERE],
  ['conversation', isSet, KEPT_ELSEWHERE],
  ['prompt', isSet, 'No prompts are stored here for programs. Send instructions and input.'],
  ['background', isSet, 'An answer belongs to its connection: background must be false.'],
  [
    'truncation',
    (value) => isSet(value) && value !== 'disabled',
    'Nothing is cut off: truncation must be disabled.',
  ],
  [
    'context_management',
    (value) => isSet(value) && !(Array.isArray(value) && value.length === 0),
    'Conversations are not compacted here: leave context_management out, and send less.',
  ],
  ['moderation', isSet, 'Nothing is moderated here: leave moderation out.'],
  ['n', (value) => isSet(value) && value !== 1, 'One answer is made at a time: n must be 1.'],
  ['top_logprobs', (value) => isSet(value) && value !== 0, 'top_logprobs are not supported.'],
  ['logprobs', isSet, 'logprobs are not supported.'],
  [
    'logit_bias',
    (value) => isSet(value) && !(isFields(value) && Object.keys(value).length === 0),
    'logit_bias is not supported.',
  ],
  [
    'modalities',
    (value) => isSet(value) && !(Array.isArray(value) && value.every((one) => one === 'text')),
    'Answers are text: modalities must be ["text"].',
  ],
  ['audio', isSet, 'Audio is not supported.'],
  // Fields of chat completions: ignoring them would change the answer.
  ['messages', isSet, 'Responses read input. For messages there is POST /v1/chat/completions.'],
  ['max_tokens', isSet, 'Use max_output_tokens.'],
  ['max_completion_tokens', isSet, 'Use max_output_tokens.'],
  ['response_format', isSet, 'Use text.format.'],
  ['functions', isSet, 'functions are not supported. Use tools.'],
  ['function_call', isSet, 'function_call is not supported. Use tool_choice.'],
]

/** Values of `include` that need no action: reasoning is returned in plain text and need not be sent back. */
const INCLUDED: readonly unknown[] = ['reasoning.encrypted_content']

/** Validates the type of fields that have no effect. */
function checkHarmless(body: Fields): void {
  flagOf(body['store'], 'store')
  const include = body['include'] ?? []
  if (!Array.isArray(include)) throw refusal('include', 'include must be a list.')
  for (const [index, one] of include.entries())
    if (!INCLUDED.includes(one))
      throw refusal(`include[${index}]`, `Only ${INCLUDED.join(', ')} can be included here.`)
  if (body['reasoning'] != null) fieldsOf(body['reasoning'], 'reasoning')
  const options = body['stream_options']
  if (options == null) return
  flagOf(fieldsOf(options, 'stream_options')['include_obfuscation'], 'stream_options.include_obfuscation')
}

function textIn(body: Fields, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw refusal(name, `${name} must be a text.`)
  return value
}

/** Maximum characters of a value that several events repeat. */
const MAX_SHORT = 512

function shortIn(body: Fields, name: string): string | undefined {
  const text = textIn(body, name)
  if (text !== undefined && text.length > MAX_SHORT)
    throw refusal(name, `${name} may have up to ${MAX_SHORT} characters.`)
  return text
}

/** OpenAI's own limits, because several events repeat the metadata. */
const METADATA = { pairs: 16, key: 64, value: 512 }

function readMetadata(value: unknown): Fields {
  if (value === undefined || value === null) return {}
  const metadata = fieldsOf(value, 'metadata')
  const pairs = Object.entries(metadata)
  const fits = ([key, text]: [string, unknown]) =>
    key.length <= METADATA.key && typeof text === 'string' && text.length <= METADATA.value
  if (pairs.length > METADATA.pairs || !pairs.every(fits))
    throw refusal(
      'metadata',
      `metadata are up to ${METADATA.pairs} texts of ${METADATA.value} characters, with names of ${METADATA.key}.`,
    )
  return metadata
}

function wireTool({ name, description, parameters, strict }: Tool) {
  return {
    type: 'function',
    name,
    description: description ?? null,
    parameters: parameters ?? null,
    strict: strict ?? null,
  }
}

function wireFormat(format: ResponseFormat | undefined) {
  if (!format) return { type: 'text' }
  if (format.type === 'json') return { type: 'json_object' }
  return { type: 'json_schema', name: format.name, schema: format.schema, strict: format.strict ?? null }
}
