import { useEffect, useState } from 'react'

/** With this prefix and the user id, signing out deletes the state like a draft (session/forget.ts). */
const PREFIX = 'polylogue.draft.'

/** Like `useState` for an object that survives unmounting and a reload, in this browser tab only. */
export function useSessionState<State extends object>(
  key: string,
  initial: State,
): [State, (change: Partial<State>) => void] {
  const [state, setState] = useState(() => ({ ...initial, ...read(PREFIX + key) }))
  useEffect(() => write(PREFIX + key, JSON.stringify(state)), [key, state])
  return [state, (some) => setState((now) => ({ ...now, ...some }))]
}

function read(key: string): object {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function write(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Without storage the state lasts as long as the component.
    return
  }
}
