// The body of POST /v1/chat/completions. What cannot be done is refused in a sentence; what does no harm to leave out
// (user, metadata, store, service_tier …) is left out.
import type { PromptOptionValues } from '@polylogue/contract'
import type { ChatMessage, ChatRequest, ResponseFormat, Tool, ToolChoice } from '../../engines/engine.ts'
import { readMessages } from './messages.ts'
import { readOptions, readPenalties } from './options.ts'
import { fieldsOf, flagOf, isFields, nameOf, refusal, type Fields } from './refusal.ts'
import { readResponseFormat, readTools, readToolChoice } from './tools.ts'

/** What a program asks for, checked as far as that can be done without knowing the model. */
export interface ChatOrder {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly options: PromptOptionValues
  readonly penalties: ChatRequest['penalties']
  readonly tools: readonly Tool[] | undefined
  readonly toolChoice: ToolChoice | undefined
  readonly responseFormat: ResponseFormat | undefined
  /** Whether several tools may be called at once. */
  readonly parallel: boolean
  readonly stream: boolean
  /** Whether a stream tells the token counts in a chunk of their own. */
  readonly includeUsage: boolean
}

/** @throws Problem VALIDATION_FAILED with the field that does not fit or is not supported. */
export function readChat(value: unknown): ChatOrder {
  const body = fieldsOf(value ?? {}, 'body')
  refuseUnsupported(body)
  const tools = readTools(body['tools'])
  const streamOptions = body['stream_options']
  return {
    model: nameOf(body['model'], 'model'),
    messages: readMessages(body['messages']),
    options: readOptions(body),
    penalties: readPenalties(body),
    tools,
    toolChoice: readToolChoice(body['tool_choice'], tools),
    responseFormat: readResponseFormat(body['response_format']),
    parallel: flagOf(body['parallel_tool_calls'], 'parallel_tool_calls') ?? true,
    stream: flagOf(body['stream'], 'stream') ?? false,
    includeUsage:
      isFields(streamOptions) &&
      (flagOf(streamOptions['include_usage'], 'stream_options.include_usage') ?? false),
  }
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false

/** Fields that would change the answer and cannot be obeyed: when they ask for something, and what is said of it. */
const UNSUPPORTED: readonly [name: string, asks: (value: unknown) => boolean, sentence: string][] = [
  ['n', (value) => isSet(value) && value !== 1, 'One answer is made at a time: n must be 1.'],
  ['logprobs', isSet, 'logprobs are not supported.'],
  ['top_logprobs', (value) => isSet(value) && value !== 0, 'top_logprobs are not supported.'],
  [
    'logit_bias',
    (value) => isSet(value) && !(isFields(value) && Object.keys(value).length === 0),
    'logit_bias is not supported.',
  ],
  ['functions', isSet, 'functions are not supported. Use tools.'],
  ['function_call', isSet, 'function_call is not supported. Use tool_choice.'],
  ['audio', isSet, 'Audio is not supported.'],
  [
    'modalities',
    (value) => isSet(value) && !(Array.isArray(value) && value.every((one) => one === 'text')),
    'Answers are text: modalities must be ["text"].',
  ],
  ['web_search_options', isSet, 'Searching the web is not supported.'],
]

function refuseUnsupported(body: Fields): void {
  for (const [name, asks, sentence] of UNSUPPORTED) if (asks(body[name])) throw refusal(name, sentence)
}
