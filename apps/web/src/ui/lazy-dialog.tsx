import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { lazyView } from '../lib/load-code.ts'

/**
 * A dialog whose code is fetched when it is first opened: no page waits for what most visits never open. It stays mounted
 * afterwards, so that it can close as it opened.
 */
export function lazyDialog<Props extends { opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Dialog = lazyView(load)
  return function LazyDialog(props) {
    const [wanted, setWanted] = useState(props.opened)
    if (props.opened && !wanted) setWanted(true)
    if (!wanted) return null
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    )
  }
}
