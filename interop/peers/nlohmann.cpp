// A peer that runs nlohmann/json on what it is sent and answers with what the
// library did. Frames in both directions are a 32-bit little-endian length and
// that many bytes.
//
// Requests:
//   'D' indent:i32 char:u8 ascii:u8 handler:u8 value     dump
//   'P' comments:u8 text                                 parse, answered by a compact dump
//   'A' comments:u8 text                                 accept
//   'M' text      parse, answered by its MessagePack
//   'C' text      parse, answered by its CBOR
//   'm' bytes     from MessagePack, answered by a compact dump
//   'c' bytes     from CBOR, answered by a compact dump
// Answers: 'K' bytes, or 'E' id:i32 byte:u64 text.
//
// A value is a tag and its content: n, t, f, i int64, u uint64, d float64 bits,
// s length:u32 bytes, b length:u32 bytes, x length:u32 bytes subtype:u64,
// a count:u32 values, o count:u32 (length:u32 bytes, value) each.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

using json = nlohmann::ordered_json;

namespace {

struct Reader {
    const unsigned char* p;
    const unsigned char* end;

    template <class T>
    T get() {
        T v{};
        if (end - p < static_cast<std::ptrdiff_t>(sizeof v)) throw std::runtime_error("short request");
        std::memcpy(&v, p, sizeof v);
        p += sizeof v;
        return v;
    }
    std::string text(std::size_t n) {
        if (static_cast<std::size_t>(end - p) < n) throw std::runtime_error("short request");
        std::string s(reinterpret_cast<const char*>(p), n);
        p += n;
        return s;
    }
    std::string rest() { return text(static_cast<std::size_t>(end - p)); }

    json value() {
        switch (get<char>()) {
            case 'n': return nullptr;
            case 't': return true;
            case 'f': return false;
            case 'i': return get<std::int64_t>();
            case 'u': return get<std::uint64_t>();
            case 'd': return get<double>();
            case 's': return text(get<std::uint32_t>());
            case 'b': {
                std::string s = text(get<std::uint32_t>());
                return json::binary(std::vector<std::uint8_t>(s.begin(), s.end()));
            }
            case 'x': {
                std::string s = text(get<std::uint32_t>());
                auto sub = get<std::uint64_t>();
                return json::binary(std::vector<std::uint8_t>(s.begin(), s.end()), sub);
            }
            case 'a': {
                json a = json::array();
                for (auto n = get<std::uint32_t>(); n > 0; n--) a.push_back(value());
                return a;
            }
            case 'o': {
                json o = json::object();
                for (auto n = get<std::uint32_t>(); n > 0; n--) {
                    std::string k = text(get<std::uint32_t>());
                    o[k] = value();
                }
                return o;
            }
        }
        throw std::runtime_error("unknown tag");
    }
};

std::string asText(const std::vector<std::uint8_t>& v) { return std::string(v.begin(), v.end()); }

std::string answer(Reader r) {
    switch (r.get<char>()) {
        case 'D': {
            auto indent = r.get<std::int32_t>();
            auto ch = r.get<char>();
            auto ascii = r.get<std::uint8_t>() != 0;
            auto handler = static_cast<json::error_handler_t>(r.get<std::uint8_t>());
            return r.value().dump(indent, ch, ascii, handler);
        }
        case 'P': {
            auto comments = r.get<std::uint8_t>() != 0;
            return json::parse(r.rest(), nullptr, true, comments).dump();
        }
        case 'A': {
            auto comments = r.get<std::uint8_t>() != 0;
            return json::accept(r.rest(), comments) ? "1" : "0";
        }
        case 'M': return asText(json::to_msgpack(json::parse(r.rest())));
        case 'C': return asText(json::to_cbor(json::parse(r.rest())));
        case 'm': return json::from_msgpack(r.rest()).dump(-1, ' ', false, json::error_handler_t::replace);
        case 'c': return json::from_cbor(r.rest()).dump(-1, ' ', false, json::error_handler_t::replace);
    }
    throw std::runtime_error("unknown request");
}

bool readAll(void* p, std::size_t n) { return std::fread(p, 1, n, stdin) == n; }

void reply(const std::string& s) {
    auto n = static_cast<std::uint32_t>(s.size());
    std::fwrite(&n, 1, sizeof n, stdout);
    std::fwrite(s.data(), 1, s.size(), stdout);
    std::fflush(stdout);
}

std::string failure(int id, std::uint64_t byte, const char* text) {
    std::string s = "E";
    auto i = static_cast<std::int32_t>(id);
    s.append(reinterpret_cast<const char*>(&i), sizeof i);
    s.append(reinterpret_cast<const char*>(&byte), sizeof byte);
    return s + text;
}

}  // namespace

int main() {
    std::uint32_t n;
    std::vector<unsigned char> buf;
    while (readAll(&n, sizeof n)) {
        buf.resize(n);
        if (n > 0 && !readAll(buf.data(), n)) return 1;
        try {
            reply("K" + answer(Reader{buf.data(), buf.data() + n}));
        } catch (const json::parse_error& e) {
            reply(failure(e.id, e.byte, e.what()));
        } catch (const json::exception& e) {
            reply(failure(e.id, 0, e.what()));
        } catch (const std::exception& e) {
            reply(failure(0, 0, e.what()));
        }
    }
    return 0;
}
