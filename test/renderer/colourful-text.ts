/** With all that a line can stand in: text in lines, a quoted text and brackets over several, lists at their key's column. */
export const COLOURFUL = `title: "A title" # a comment
process:
  dsl-version: '0.3.0'
  stages:
${Array.from({ length: 24 }, (_each, at) => `    - stage-${at}: # step ${at}\n        expect:\n          signed-by: { users: [u1], documents: [d${at}] }`).join("\n")}
process_parameters:
  messages:
    long: |
      Dear all: this is no key

        - and no item, { in: none }
      # nor a comment
    quoted: "it goes on
      here: too"
  users:
  - id: { type: email,
      number: 12 }
    name: yes
  # the last one
  last: null`;
