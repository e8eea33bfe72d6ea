// Creates the demo once, with its video encoded. The servers of all journeys start on copies of it.

import { rm } from 'node:fs/promises'
import { request } from '@playwright/test'

import { Api, type Schema } from './api'
import { demoDataVariable, newDataFolder, serve } from './server'

export default async function makeDemo() {
  if (process.env[demoDataVariable] !== undefined) return // kept from an earlier run, while developing journeys
  const data = await newDataFolder()
  const remove = () => rm(data, { recursive: true, force: true })
  try {
    const server = await serve(data, '--demo')
    try {
      await encoded(server.url)
    } finally {
      await server.stop()
    }
  } catch (error) {
    await remove()
    throw error
  }
  process.env[demoDataVariable] = data
  return remove
}

/** Resolves when nothing is left to encode. */
async function encoded(baseURL: string) {
  const context = await request.newContext({ baseURL })
  const instructor = await Api.signIn('instructor', context)
  const { videoId } = await instructor.demoVideo()
  const images = async () => (await instructor.get<Schema<'Status'>>(`/video-streaming/${videoId}/status`)).imagesReady
  while (!(await images())) await new Promise((r) => setTimeout(r, 250))
  await context.dispose()
}
