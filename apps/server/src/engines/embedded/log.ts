/** Log events of the embedded engine, for administrators. */
export interface EngineLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}
