package json_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The documents that speed is measured with. They are made after three that are
// in wide use: posts of a social network, a catalogue of events, a map.

// posts is pretty text of many members: long and short strings of all
// alphabets, links, numbers, nested objects.
func posts(n int) string {
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // for measuring
	words := strings.Fields("the of calque 日本語 で を ありがとう привет мир über straße 😀 \\n \\\" http:\\/\\/t.co\\/x1y2z3 value json data RT @someone #topic and with from this")
	sentence := func(k int) string {
		var b strings.Builder
		for i := range k {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(words[r.IntN(len(words))])
		}
		return b.String()
	}
	user := func() string {
		var b strings.Builder
		fmt.Fprintf(&b, "{\n        \"id\": %d,\n        \"id_str\": \"%d\",\n", r.Int64N(3e9), r.Int64N(3e9))
		fmt.Fprintf(&b, "        \"name\": \"%s\",\n        \"screen_name\": \"user%d\",\n", sentence(2), r.IntN(1e6))
		fmt.Fprintf(&b, "        \"location\": \"%s\",\n        \"description\": \"%s\",\n        \"url\": null,\n", sentence(2), sentence(15))
		fmt.Fprintf(&b, "        \"entities\": {\n          \"description\": {\n            \"urls\": []\n          }\n        },\n")
		fmt.Fprintf(&b, "        \"protected\": false,\n        \"followers_count\": %d,\n        \"friends_count\": %d,\n", r.IntN(5000), r.IntN(5000))
		fmt.Fprintf(&b, "        \"created_at\": \"Sun Aug 31 00:29:15 +0000 2014\",\n        \"favourites_count\": %d,\n        \"utc_offset\": 32400,\n", r.IntN(5000))
		fmt.Fprintf(&b, "        \"time_zone\": \"Tokyo\",\n        \"geo_enabled\": %v,\n        \"verified\": false,\n        \"statuses_count\": %d,\n", r.IntN(2) == 0, r.IntN(1e5))
		fmt.Fprintf(&b, "        \"lang\": \"ja\",\n        \"profile_background_color\": \"C0DEED\",\n        \"profile_image_url\": \"http:\\/\\/pbs.example.com\\/profile_images\\/%d\\/normal.jpeg\",\n", r.Int64N(1e18))
		fmt.Fprintf(&b, "        \"profile_link_color\": \"0084B4\",\n        \"profile_use_background_image\": true,\n        \"default_profile\": true,\n        \"following\": false\n      }")
		return b.String()
	}
	var b strings.Builder
	b.WriteString("{\n  \"statuses\": [\n")
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "    {\n      \"metadata\": {\n        \"result_type\": \"recent\",\n        \"iso_language_code\": \"ja\"\n      },\n")
		fmt.Fprintf(&b, "      \"created_at\": \"Sun Aug 31 00:29:15 +0000 2014\",\n      \"id\": %d,\n      \"text\": \"%s\",\n", r.Int64N(6e17), sentence(18))
		fmt.Fprintf(&b, "      \"source\": \"<a href=\\\"http:\\/\\/example.com\\\" rel=\\\"nofollow\\\">web</a>\",\n      \"truncated\": false,\n      \"in_reply_to_status_id\": null,\n")
		fmt.Fprintf(&b, "      \"user\": %s,\n      \"geo\": null,\n      \"coordinates\": null,\n      \"place\": null,\n      \"retweet_count\": %d,\n", user(), r.IntN(100))
		fmt.Fprintf(&b, "      \"entities\": {\n        \"hashtags\": [],\n        \"symbols\": [],\n        \"user_mentions\": [\n          {\n            \"id\": %d,\n            \"indices\": [\n              %d,\n              %d\n            ]\n          }\n        ]\n      },\n", r.Int64N(3e9), r.IntN(140), r.IntN(140))
		fmt.Fprintf(&b, "      \"favorited\": false,\n      \"retweeted\": false,\n      \"lang\": \"ja\"\n    }")
	}
	b.WriteString("\n  ]\n}")
	return b.String()
}

// catalogue is pretty text of short members and many integers.
func catalogue(n int) string {
	r := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // for measuring
	var b strings.Builder
	b.WriteString("{\n    \"areaNames\": {\n")
	for i := range n {
		fmt.Fprintf(&b, "        \"%d\": \"Balcon %d\",\n", 205705990+i, i)
	}
	b.WriteString("        \"0\": \"\"\n    },\n    \"performances\": [")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n        {\n            \"eventId\": %d,\n            \"id\": %d,\n            \"logo\": null,\n            \"name\": null,\n            \"prices\": [", 138586341+i, 339887544+i)
		for j := range 4 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "\n                {\n                    \"amount\": %d,\n                    \"audienceSubCategoryId\": 337100890,\n                    \"seatCategoryId\": %d\n                }", r.IntN(400)*250, 338937295+j)
		}
		b.WriteString("\n            ],\n            \"seatCategories\": [")
		for j := range 3 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "\n                {\n                    \"areas\": [")
			for k := range 5 {
				if k > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(&b, "\n                        {\n                            \"areaId\": %d,\n                            \"blockIds\": []\n                        }", 205705993+r.IntN(100))
			}
			fmt.Fprintf(&b, "\n                    ],\n                    \"seatCategoryId\": %d\n                }", 338937295+j)
		}
		fmt.Fprintf(&b, "\n            ],\n            \"seatMapImage\": null,\n            \"start\": %d,\n            \"venueCode\": \"PLEYEL_PLEYEL\"\n        }", 1372701600000+r.Int64N(1e9))
	}
	b.WriteString("\n    ]\n}")
	return b.String()
}

// coast is compact text of little but floats of fifteen digits and more.
func coast(n int) string {
	r := rand.New(rand.NewPCG(5, 6)) //nolint:gosec // for measuring
	var b strings.Builder
	b.WriteString(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Coast"},"geometry":{"type":"Polygon","coordinates":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('[')
		for j := range 50 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "[%.15g,%.15g]", -140+r.Float64()*80, 42+r.Float64()*40)
		}
		b.WriteByte(']')
	}
	b.WriteString(`]}}]}`)
	return b.String()
}

// table is compact text of records with two short names each.
func table(n int) string {
	r := rand.New(rand.NewPCG(7, 8)) //nolint:gosec // for measuring
	var b strings.Builder
	b.WriteString(`{"records":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"field0":%v,"field1":%v}`, float32(r.NormFloat64()*100), float32(r.NormFloat64()*100))
	}
	b.WriteString(`]}`)
	return b.String()
}
