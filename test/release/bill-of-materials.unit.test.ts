import { expect, it } from 'vitest'
import { billOfImage, billOfMaterials } from '../../deploy/npm/bill-of-materials.ts'

const integrity = 'sha512-c3Vt'
const packages = { 'node_modules/pg': { version: '8.0.0', integrity, license: 'MIT' } } as never

it('bill of materials: its serial number is of what it lists, the same on every machine', () => {
  const bill = billOfMaterials(packages, ['pg'])
  expect(bill.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(billOfMaterials(packages, ['pg'])).toEqual(bill)
  expect(billOfMaterials(packages, []).serialNumber).not.toBe(bill.serialNumber)
})

it('bill of materials of the image: has the libraries of Debian as well', () => {
  const fields = 'Package: libc6\nSource: glibc\nVersion: 2.36-9+deb12u13\nArchitecture: amd64\n'
  const bill = billOfMaterials(packages, ['pg'])
  const { components, serialNumber } = billOfImage(bill, [fields])
  expect(components).toMatchObject([
    { name: 'pg' },
    {
      name: 'libc6',
      version: '2.36-9+deb12u13',
      purl: 'pkg:deb/debian/libc6@2.36-9%2Bdeb12u13?arch=amd64&distro=debian-12',
    },
  ])
  expect(serialNumber).not.toBe(bill.serialNumber)
})
