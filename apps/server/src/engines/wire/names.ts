/** A longer list is a fault or an attack; nobody could choose from it. */
export const MAX_MODELS = 500

/** Checks an engine's model name, which is untrusted: one line of limited length (INPUT-5). */
export function isModelName(name: unknown): name is string {
  return (
    typeof name === 'string' && name.length > 0 && name.length <= 200 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)
  )
}
