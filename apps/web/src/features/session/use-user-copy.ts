import { useEffect } from 'react'
import { useViewer } from './api.ts'
import { keepUserCopy } from './user-copy.ts'

/** Stores id, name and e-mail address of the signed-in user in this browser, and again when they change. */
export function useUserCopy(): void {
  const { data } = useViewer()
  useEffect(() => {
    if (!data) return
    const { id, firstName, lastName, email } = data
    keepUserCopy({ id, name: `${firstName} ${lastName}`.trim(), email })
  }, [data])
}
