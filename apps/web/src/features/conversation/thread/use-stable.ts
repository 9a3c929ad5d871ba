import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a function with a stable identity that calls the newest one. For event handlers only. */
export function useStable<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args) => newest.current(...args), [])
}
