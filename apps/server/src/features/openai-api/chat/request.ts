// Reads the body of POST /v1/chat/completions. Refuses unsupported fields with a message, and ignores those that are safe to
// ignore (user, metadata, store, service_tier …).
import {
  readOptions,
  readPenalties,
  isSet,
  refuseUnsupported,
  fieldsOf,
  flagOf,
  isFields,
  nameOf,
  readResponseFormat,
  readTools,
  readToolChoice,
  type AnswerRequest,
  type Unsupported,
} from '../requests/index.ts'
import { readMessages } from './messages.ts'

export interface CompletionRequest extends AnswerRequest {
  /** Whether a stream ends with a separate chunk of token counts. */
  readonly includeUsage: boolean
}

/** @throws Problem VALIDATION_FAILED with the field that is invalid or unsupported. */
export function readCompletion(value: unknown, maxPictureBytes: number): CompletionRequest {
  const body = fieldsOf(value ?? {}, 'body')
  refuseUnsupported(body, UNSUPPORTED)
  const tools = readTools(body['tools'], 'nested')
  const streamOptions = body['stream_options']
  return {
    model: nameOf(body['model'], 'model'),
    messages: readMessages(body['messages'], maxPictureBytes),
    options: readOptions(body, ['max_completion_tokens', 'max_tokens']),
    penalties: readPenalties(body),
    tools,
    toolChoice: readToolChoice(body['tool_choice'], tools, 'nested'),
    responseFormat: readResponseFormat(body['response_format'], 'response_format', 'nested'),
    parallel: flagOf(body['parallel_tool_calls'], 'parallel_tool_calls') ?? true,
    stream: flagOf(body['stream'], 'stream') ?? false,
    fields: { conversation: 'messages', format: 'response_format' },
    includeUsage:
      isFields(streamOptions) &&
      (flagOf(streamOptions['include_usage'], 'stream_options.include_usage') ?? false),
  }
}

const UNSUPPORTED: readonly Unsupported[] = [
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
