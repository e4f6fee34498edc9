/** What a setting holds as JSON, one row for each member; none where it is damaged. */
export const members = (key: string): string =>
  `json_each(ifnull((SELECT value FROM settings WHERE "key" = '${key}' AND json_valid(value) AND json_type(value) = 'object'), '{}'))`;
