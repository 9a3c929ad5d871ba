/** What is kept in the browser: the token for all pages of the site, the draft and whether the chat is open for this tab. */
export type Kept = (name: 'token' | 'draft' | 'open', value?: string) => string

/** Returns what reads and writes the values of one chatbot. Storage that is missing, full or forbidden is replaced by memory. */
export function keep(chatbot: string, isLasting: boolean): Kept {
  const memory: Record<string, string> = {}
  return (name, value) => {
    if (value !== undefined) memory[name] = value
    try {
      const area = name === 'token' ? localStorage : sessionStorage
      const key = `polylogue-chat:${chatbot}:${name}`
      if (isLasting && value !== undefined) area.setItem(key, value)
      else if (isLasting) memory[name] ||= area.getItem(key) ?? ''
    } catch {
      // Sandboxed frames and strict privacy settings throw.
    }
    return memory[name] ?? ''
  }
}
