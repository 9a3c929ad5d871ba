/** What this engine tells whoever runs the server. */
export interface EngineLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}
