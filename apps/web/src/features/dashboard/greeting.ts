export type Greeting = 'morning' | 'afternoon' | 'evening' | 'night'

/** How one greets at an hour from 0 to 23 (shell specification, section 2). */
export function greetingAt(hour: number): Greeting {
  if (hour >= 3 && hour < 12) return 'morning'
  if (hour >= 12 && hour < 15) return 'afternoon'
  return hour >= 15 && hour < 20 ? 'evening' : 'night'
}
