// The chunks of OpenAI's dialect, which its recorded streams share.

export const done = 'data: [DONE]\n\n'
export const usage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 }
export const counted = { promptTokens: 12, responseTokens: 7 }

/** Returns a chunk with a choice that can have fields of its own. */
export function answer(choice: object, more: object = {}): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_764_000_000,
    model: 'm',
    choices: [{ index: 0, logprobs: null, finish_reason: null, ...choice }],
    ...more,
  }
}

export function chunk(delta: unknown, more: object = {}, finish: string | object | null = null): object {
  return answer({ delta, finish_reason: finish }, more)
}

/** Returns a piece of a tool call; undefined = the server numbers no calls. */
export function call(
  index: number | undefined,
  text: string,
  { id, name }: { readonly id?: string; readonly name?: string } = {},
): object {
  return {
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id, type: 'function' }),
    function: { ...(name === undefined ? {} : { name }), arguments: text },
  }
}
