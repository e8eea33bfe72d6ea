import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'

import { AssignmentEditor } from './assignment-editor'

const content = {
  accepts: ['file'],
  max_files: 3,
  max_file_size: 5 * 2 ** 20,
  rubric: [{ ref: 'c1', title: 'Care', points: 4 }],
}

test('sets how many files of what size and type are accepted, and describes each criterion', async () => {
  const onChange = vi.fn()
  const user = renderScreen(<AssignmentEditor content={content} onChange={onChange} errors={{}} />)
  fireEvent.change(screen.getByLabelText('Maximum number of files'), { target: { value: '7' } })
  fireEvent.change(screen.getByLabelText('Maximum file size (MB)'), { target: { value: '50' } })
  await user.type(screen.getByRole('combobox', { name: 'File types' }), 'pdf{Enter}')
  fireEvent.change(screen.getByLabelText('Description of criterion 1'), { target: { value: 'Stand still.' } })
  expect(onChange).toHaveBeenLastCalledWith(
    expect.objectContaining({
      max_files: 7,
      max_file_size: 50 * 2 ** 20,
      file_types: ['pdf'],
      rubric: [{ ref: 'c1', title: 'Care', description: 'Stand still.', points: 4 }],
    }),
  )
})

test('hides the settings for files if none are accepted', () => {
  renderScreen(<AssignmentEditor content={{ accepts: ['text'] }} onChange={() => {}} errors={{}} />)
  expect(screen.queryByLabelText('File types')).toBeNull()
})
