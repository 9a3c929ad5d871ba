/** Creates the error of a step that this machine cannot run; the message says what is missing and how to get it. */
export function cannotRun(message) {
  return Object.assign(new Error(message), { expected: true })
}
