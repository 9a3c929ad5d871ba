import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useDefaultProject } from '#features/projects/index.ts'
import { addressOf, type Step } from './scenario.ts'

/** Opens the page of a step: the project in which the tour started, else the user's default project. */
export function useStepPage(step: Step | undefined): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [began] = useState(() => Number(/^\/projects\/(\d+)$/.exec(pathname)?.[1]) || undefined)
  const project = useDefaultProject()
  const address = step && addressOf(step, began ?? project.data?.id)
  const open = useEffectEvent((path: string) => {
    if (path.split(/[?#]/, 1)[0] !== pathname) void navigate(path)
  })
  useEffect(() => {
    if (address !== undefined) open(address)
  }, [address])
}
