package bench

import "github.com/simdchacha/simdchacha/cmd/internal/report"

// grid returns a table with a row for each of rows and a column for each of
// columns, below and behind their names.
func grid[R, C any](corner string, rows []R, rowName func(R) string, columns []C, columnName func(C) string, cell func(R, C) string) report.Table {
	head := []string{corner}
	for _, c := range columns {
		head = append(head, columnName(c))
	}
	table := report.Table{head}
	for _, r := range rows {
		row := []string{rowName(r)}
		for _, c := range columns {
			row = append(row, cell(r, c))
		}
		table = append(table, row)
	}
	return table
}

// peerGrid returns a table of the results of ps, in a format.
func peerGrid(r *report.Report, corner string, ps []peer, columns []report.Key, columnName func(report.Key) string, format func(report.Result) string) report.Table {
	return grid(corner, ps, peer.title, columns, columnName, func(p peer, c report.Key) string {
		return cell(r, p.key(c), format)
	})
}
